import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { readPageScript, readPageStyle } from '@funnel/report-view';
import { Router } from 'express';

/** A file that pages load. Its name changes with its content, so browsers can keep it for ever. */
interface PageFile {
  path: string;
  type: 'css' | 'js';
  content: string;
}

/** The files of the pages. */
export interface PageFiles {
  /** Draws the reports. */
  script: PageFile;
  /** Of the reports. */
  style: PageFile;
  /** Of the header and the menu. */
  shellStyle: PageFile;
}

/** Reads the files. */
export function readPageFiles(): PageFiles {
  return {
    script: fileOf('page', 'js', readPageScript()),
    style: fileOf('page', 'css', readPageStyle()),
    shellStyle: fileOf('shell', 'css', readAsset('shell.css')),
  };
}

/** Serves the files. */
export function fileRoutes(files: PageFiles): Router {
  const router = Router();
  for (const { path, type, content } of Object.values(files) as PageFile[]) {
    router.get(path, (_req, res) => {
      res
        .type(type)
        .set('Cache-Control', 'public, max-age=31536000, immutable')
        .set('X-Content-Type-Options', 'nosniff')
        .set('Cross-Origin-Resource-Policy', 'same-origin')
        .send(content);
    });
  }
  return router;
}

function fileOf(name: string, type: PageFile['type'], content: string): PageFile {
  const version = createHash('sha256').update(content).digest('base64url').slice(0, 12);
  return { path: `/assets/${name}.${version}.${type}`, type, content };
}

function readAsset(name: string): string {
  return readFileSync(new URL(`../../assets/${name}`, import.meta.url), 'utf8');
}
