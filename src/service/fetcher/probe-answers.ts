import type { Probe, Wish } from '#analyser/gathered.ts'

const blank = {
  redirects: [],
  finalUrl: null,
  status: null,
  headers: [],
  contentEncodings: [],
  wireBytes: null,
  body: null,
  truncated: false,
  tlsVersion: null,
  sitemap: null,
} satisfies Partial<Probe>

export const notAsked = ({ purpose, url, at }: Wish, reason: string): Probe => ({ purpose, url, at, outcome: 'not-asked', reason, ...blank })
