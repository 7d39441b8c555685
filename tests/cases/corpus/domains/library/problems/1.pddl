; Two librarians, a member, a trolley, three books, one of them damaged.
(define (problem library-1)
  (:domain library)

  (:objects
    greta henry - librarian
    clara - member
    trolley1 - trolley
    atlas herbal book1 - book
    front_desk - desk
    bindery - workshop
    shelf1 shelf2 - shelf
    lobby reading_room - room)

  (:init
    (at greta lobby) (at henry shelf1)
    (at clara reading_room)
    (at trolley1 lobby)
    (stands atlas shelf1) (intact atlas)
    (stands herbal shelf2)
    (stands book1 front_desk) (intact book1)
    (door lobby front_desk) (door front_desk lobby)
    (door lobby shelf1) (door shelf1 lobby)
    (door lobby reading_room) (door reading_room lobby)
    (door front_desk reading_room) (door reading_room front_desk)
    (door front_desk shelf2) (door shelf2 front_desk)
    (door shelf1 shelf2) (door shelf2 shelf1)
    (door shelf1 bindery) (door bindery shelf1)
    (door shelf2 bindery) (door bindery shelf2))

  (:goal (and
    (borrowed clara atlas)
    (at clara reading_room)
    (intact herbal)
    (stands book1 shelf2))))
