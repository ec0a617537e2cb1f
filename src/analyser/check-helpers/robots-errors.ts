/** What Google does while robots.txt returns a server error or 429 (its robots.txt documentation, November 2026). */
export const googleOnRobotsErrors =
  'Google pauses crawling for 12 hours, then follows the last robots.txt it could read for up to 30 days. After that, it crawls as if there were none, if the rest of the website works.'
