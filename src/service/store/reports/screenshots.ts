/** The first screen of a rendered page, for each page's last two reports. */
export type ScreenshotsTable = {
  report_id: number
  website_id: number
  page_id: number
  /** WebP. */
  image: Buffer
  bytes: number
  /** 1 if it was made with the identity of the website, so that it can show what visitors must not see. */
  with_identity: 0 | 1
}
