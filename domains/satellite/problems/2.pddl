; One satellite with two instruments, five images (competition problem 2).
(define (problem satellite-2)
  (:domain satellite)

  (:objects
    satellite0 - satellite
    instrument0 instrument1 - instrument
    infrared0 infrared1 image2 - mode
    GroundStation1 Star0 GroundStation2 Planet3 Planet4 Phenomenon5 Phenomenon6 Star7 - direction)

  (:init
    (power_avail satellite0) (pointing satellite0 Planet4)
    (on_board instrument0 satellite0) (calibration_target instrument0 Star0)
    (supports instrument0 infrared1) (supports instrument0 infrared0)
    (on_board instrument1 satellite0) (calibration_target instrument1 GroundStation2)
    (supports instrument1 image2) (supports instrument1 infrared1) (supports instrument1 infrared0))

  (:goal (and
    (have_image Planet3 infrared0)
    (have_image Planet4 infrared0)
    (have_image Phenomenon5 image2)
    (have_image Phenomenon6 infrared0)
    (have_image Star7 infrared0)))
  (:metric minimize (total-time)))
