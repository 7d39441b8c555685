; Two satellites with four instruments, four images (competition problem 3).
(define (problem satellite-3)
  (:domain satellite)

  (:objects
    satellite0 satellite1 - satellite
    instrument0 instrument1 instrument2 instrument3 - instrument
    image1 infrared0 spectrograph2 - mode
    Star1 Star2 Star0 Star3 Star4 Phenomenon5 Phenomenon6 Phenomenon7 - direction)

  (:init
    (power_avail satellite0) (pointing satellite0 Star4)
    (on_board instrument0 satellite0) (calibration_target instrument0 Star1)
    (supports instrument0 spectrograph2) (supports instrument0 infrared0)
    (on_board instrument1 satellite0) (calibration_target instrument1 Star2)
    (supports instrument1 image1)
    (on_board instrument2 satellite0) (calibration_target instrument2 Star0)
    (supports instrument2 infrared0) (supports instrument2 image1)
    (power_avail satellite1) (pointing satellite1 Star0)
    (on_board instrument3 satellite1) (calibration_target instrument3 Star0)
    (supports instrument3 spectrograph2) (supports instrument3 infrared0) (supports instrument3 image1))

  (:goal (and
    (pointing satellite0 Phenomenon5)
    (have_image Star3 infrared0)
    (have_image Star4 spectrograph2)
    (have_image Phenomenon5 spectrograph2)
    (have_image Phenomenon7 spectrograph2)))
  (:metric minimize (total-time)))
