import { defineCheck, fail, googleDocs, pass } from '../define-check.ts'

export const https = defineCheck({
  id: 'https',
  name: 'HTTPS',
  aliases: ['ssl', 'secure connection', 'encryption', 'page experience'],
  titlePass: 'The page uses HTTPS',
  titleFail: 'The page doesn’t use HTTPS',
  why: 'Without encryption, anyone on the network can read or change the page. Browsers mark it “Not secure”, and Google prefers HTTPS.',
  how: 'Install an SSL certificate, serve the page over HTTPS and redirect all http:// URLs to it.',
  action: 'Make the page secure with HTTPS',
  effort: 'hours',
  thresholds: 'Pass: the final URL starts with https://. Fail: it doesn’t (Lighthouse is-on-https).',
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
