import { type PageFile, pageFile } from '@funnel/pages';
import { readPageScript, readPageStyle } from '@funnel/report-view';

/** The files of the reports. */
export interface PageFiles {
  script: PageFile;
  style: PageFile;
}

/** Reads the files. */
export function readPageFiles(): PageFiles {
  return {
    script: pageFile('page', 'js', readPageScript()),
    style: pageFile('page', 'css', readPageStyle()),
  };
}
