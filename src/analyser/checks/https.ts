import { defineCheck, fail, googleDocs, pass } from '../define-check.ts'

export const https = defineCheck({
  id: 'https',
  name: 'HTTPS',
  aliases: ['ssl', 'secure connection', 'encryption', 'page experience'],
  titlePass: 'The page is served over HTTPS',
  titleFail: 'The page is served over HTTP, unencrypted',
  why: 'Without encryption anybody on the way can read and change the page. Browsers call it not secure, and Google prefers HTTPS.',
  how: 'Install a certificate, serve the page over HTTPS, and redirect every http:// address there.',
  thresholds: 'The final address begins with https:// or the check fails (Lighthouse is-on-https).',
  reference: googleDocs('Page experience', 'appearance/page-experience'),
  grade: 'recommended',
  supersedes: ['insecure-form', 'http-version'],
  needs: ['response'],
  run({ response: { finalUrl } }) {
    return finalUrl.startsWith('https:')
      ? pass({ value: 'https' })
      : fail({ value: 'http', evidence: [{ url: finalUrl }] })
  },
})
