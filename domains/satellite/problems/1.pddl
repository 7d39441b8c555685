; One satellite with one instrument, three images (competition problem 1).
(define (problem satellite-1)
  (:domain satellite)

  (:objects
    satellite0 - satellite
    instrument0 - instrument
    image1 spectrograph2 thermograph0 - mode
    Star0 GroundStation1 GroundStation2 Phenomenon3 Phenomenon4 Star5 Phenomenon6 - direction)

  (:init
    (power_avail satellite0) (pointing satellite0 Phenomenon6)
    (on_board instrument0 satellite0) (calibration_target instrument0 GroundStation2)
    (supports instrument0 thermograph0))

  (:goal (and
    (have_image Phenomenon4 thermograph0)
    (have_image Star5 thermograph0)
    (have_image Phenomenon6 thermograph0)))
  (:metric minimize (total-time)))
