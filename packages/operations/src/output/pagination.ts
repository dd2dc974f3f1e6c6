import { z } from 'zod';

/** Which part of a list a page is. */
export const pageSchema = z.object({
  page: z.int().describe('The page, from 1.'),
  per_page: z.int().describe('Entries on a page.'),
  total_entries: z.int().describe('Entries on all pages.'),
  total_pages: z.int().describe('How many pages there are.'),
});

export type Pagination = z.infer<typeof pageSchema>;

/** The same for a page that was asked for. */
export function pageBlock({ page, per_page }: { page: number; per_page: number }, total: number): Pagination {
  return { page, per_page, total_entries: total, total_pages: Math.ceil(total / per_page) };
}
