"""The page inside other platforms' clients: its doors, its sessions, and what is shown there."""
