-- Reads the rollups once, to see that the older rows have it, too. Nobody waits for it.
ALTER TABLE "rollups" VALIDATE CONSTRAINT "rollups_estimates";
