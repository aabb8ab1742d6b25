"""Who may do what: one table of rights, who is in a chat, and who is kept out."""
