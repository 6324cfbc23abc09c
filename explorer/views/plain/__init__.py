"""The pieces of the text view: paint, tables and the sections made of them."""
