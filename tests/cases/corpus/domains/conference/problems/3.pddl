; Two talks in two rooms or one after the other in one; one projector stands in the wrong room; host 2 is with speaker 1 at the hotel.
(define (problem conference-3)
  (:domain conference)

  (:objects
    host1 host2 - host
    technician1 - technician
    speaker1 speaker2 - speaker
    projector1 projector2 - projector
    bus1 - bus
    talk1 talk2 - talk
    room101 room204 foyer - room
    hotel - stop)

  (:init
    (at host1 foyer) (free host1)
    (at host2 hotel) (free host2)
    (at technician1 room204) (free technician1)
    (at speaker1 hotel) (free speaker1)
    (at speaker2 room101) (free speaker2) (briefed speaker2) (fed speaker2)
    (arranged room204)
    (left_in projector1 room204) (set_up projector2 foyer)
    (parked bus1 hotel)
    (gives speaker1 talk1) (= (length talk1) 50)
    (gives speaker2 talk2) (= (length talk2) 20)
    (suits talk1 room204) (suits talk2 room101) (suits talk2 room204)
    (buffet foyer)
    (path foyer room101) (= (walking_time foyer room101) 1)
    (path room101 foyer) (= (walking_time room101 foyer) 1)
    (path foyer room204) (= (walking_time foyer room204) 4)
    (path room204 foyer) (= (walking_time room204 foyer) 4)
    (path room101 room204) (= (walking_time room101 room204) 3)
    (path room204 room101) (= (walking_time room204 room101) 3)
    (path hotel foyer) (= (walking_time hotel foyer) 20)
    (path foyer hotel) (= (walking_time foyer hotel) 20)
    (road hotel foyer) (= (driving_time hotel foyer) 5)
    (road foyer hotel) (= (driving_time foyer hotel) 5))

  (:goal (and
    (held talk1)
    (held talk2)
    (fed speaker1)))
  (:metric minimize (total-time)))
