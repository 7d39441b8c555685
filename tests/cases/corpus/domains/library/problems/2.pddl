; Two members, of whom one brings a book back, and a second desk; the atlas is to be scanned before it is lent.
(define (problem library-2)
  (:domain library)

  (:objects
    greta henry - librarian
    clara tom - member
    trolley1 - trolley
    atlas herbal book1 - book
    front_desk side_desk - desk
    bindery - workshop
    scan_room - studio
    shelf1 shelf2 - shelf
    lobby reading_room - room)

  (:init
    (at greta front_desk) (at henry bindery)
    (at clara reading_room) (at tom lobby)
    (at trolley1 shelf1)
    (stands atlas shelf1) (intact atlas)
    (stands herbal shelf2)
    (borrowed tom book1) (intact book1)
    (door lobby front_desk) (door front_desk lobby)
    (door lobby shelf1) (door shelf1 lobby)
    (door lobby reading_room) (door reading_room lobby)
    (door front_desk reading_room) (door reading_room front_desk)
    (door front_desk shelf2) (door shelf2 front_desk)
    (door shelf1 shelf2) (door shelf2 shelf1)
    (door shelf1 bindery) (door bindery shelf1)
    (door shelf2 bindery) (door bindery shelf2)
    (door shelf2 scan_room) (door scan_room shelf2)
    (door reading_room scan_room) (door scan_room reading_room)
    (door reading_room side_desk) (door side_desk reading_room)
    (door side_desk shelf1) (door shelf1 side_desk))

  (:goal (and
    (scanned atlas)
    (borrowed tom atlas)
    (borrowed clara book1)
    (at clara reading_room)
    (intact herbal))))
