"""Facts and happenings that items name, with their times."""
