"""From the case groups of a specification file to single cases with stable ids and reproducible inputs."""
