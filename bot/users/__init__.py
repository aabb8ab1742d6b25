"""What people and chats have set, and whom private messages reach."""
