"""What a platform and the service say to each other: values and two protocols, no logic."""
