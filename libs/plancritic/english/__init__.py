"""What every room says and reads alike in English: numbers in words, forms of words, lists, stems, slips."""
