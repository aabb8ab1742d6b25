"""Who answers for a seat: computer players, and passes made for a person."""
