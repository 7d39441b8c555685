; Two satellites, one instrument each that the other cannot stand in for, and a second calibration target.
(define (problem satellite-4)
  (:domain satellite)

  (:objects
    satellite0 satellite1 - satellite
    instrument0 instrument1 - instrument
    infrared0 spectrograph1 - mode
    Star0 GroundStation1 GroundStation2 Planet3 Phenomenon4 Star5 Phenomenon6 - direction)

  (:init
    (power_avail satellite0) (pointing satellite0 Planet3)
    (on_board instrument0 satellite0) (calibration_target instrument0 GroundStation1) (calibration_target instrument0 Star0)
    (supports instrument0 infrared0)
    (power_avail satellite1) (pointing satellite1 GroundStation1)
    (on_board instrument1 satellite1) (calibration_target instrument1 GroundStation2)
    (supports instrument1 spectrograph1))

  (:goal (and
    (have_image Phenomenon4 infrared0)
    (have_image Star5 infrared0)
    (have_image Planet3 spectrograph1)
    (have_image Phenomenon6 spectrograph1)))
  (:metric minimize (total-time)))
