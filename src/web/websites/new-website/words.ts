/** The dialog that adds a website before its first report. */
export const addWebsiteWords = {
  title: 'Add website',
  submit: 'Add website',
  cancel: 'Cancel',
  added: (domain: string, reports: number) => (reports > 0 ? `${domain} already exists` : `${domain} added`),
}

/** A website without reports: the ways to its first ones. */
export const firstPagesWords = {
  title: 'No reports yet',
  textWithoutCrawls: 'Analyse a page on this website to create the first report.',
  text: 'Crawl the website or read its sitemap to find its pages.',
  identityText: 'Is it a staging server or behind a password? Set its identity first.',
  textForReaders: 'The first report of a page appears here.',
  sitemap: 'Read the sitemap',
  identity: 'Set identity',
}
