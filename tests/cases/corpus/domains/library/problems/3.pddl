; Three librarians, two trolleys, four books; the herbal is wanted by a member but damaged.
(define (problem library-3)
  (:domain library)

  (:objects
    greta henry wanda - librarian
    clara tom - member
    trolley1 trolley2 - trolley
    atlas herbal book1 book2 - book
    front_desk side_desk - desk
    bindery - workshop
    scan_room - studio
    shelf1 shelf2 - shelf
    lobby reading_room - room)

  (:init
    (at greta front_desk) (at henry bindery) (at wanda shelf2)
    (at clara reading_room) (at tom lobby)
    (at trolley1 shelf1) (at trolley2 front_desk)
    (stands atlas shelf1) (intact atlas)
    (stands herbal shelf2)
    (borrowed tom book1) (intact book1)
    (stands book2 reading_room) (intact book2)
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
    (borrowed tom atlas)
    (scanned book2)
    (borrowed clara herbal)
    (at clara reading_room)
    (stands book1 shelf2))))
