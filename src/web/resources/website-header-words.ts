/** The words of every page of a website, and of the page without one. */
export const websiteHeaderWords = {
  websites: 'Websites',
  loadingTitle: 'Website',
  missingTitle: 'Website not found',
  missingText: 'It may have been deleted, or the URL may be wrong. To add it again, analyse one of its pages.',
  toWebsites: 'Go to websites',
}
