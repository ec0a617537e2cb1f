import { count, defineCheck, fail, googleDocs, info, notApplicable, pass } from '../define-check.ts'

export const lazyLcp = defineCheck({
  id: 'lazy-lcp',
  titlePass: 'The first large image is loaded at once',
  titleFail: 'The first large image is loaded late',
  why: 'The first large image is often what readers wait for. A lazy one is asked for only after the page has been laid out.',
  how: 'Take loading="lazy" off the first large image, give its address in src, and add fetchpriority="high". Keep lazy loading for images further down.',
  thresholds:
    'The first large image fails when it has loading="lazy" or a script fills in its address (Lighthouse lcp-discovery). Own rule for which it is: the first img outside menus that is no SVG, has no width under 200 or height under 100, is not named like a logo, icon or avatar, and has at most 1,500 characters of text before it in the main part. Large images from the fourth on that are not lazy are only noted.',
  reference: googleDocs('Core Web Vitals', 'appearance/core-web-vitals'),
  grade: 'recommended',
  needs: ['pictures'],
  run({ pictures: { first, eager } }) {
    if (!first) return notApplicable('No large image stands near the top of the page')
    const evidence = [{ at: first.at }]
    if (first.lazy === 'browser')
      return fail({ value: 'lazy', title: 'The first large image is loaded lazily', evidence })
    if (first.lazy === 'script')
      return fail({ value: 'script', title: 'The first large image waits for a script', evidence })
    if (eager.total > 0) {
      const title = `The first large image is loaded at once, and so ${eager.total === 1 ? 'is' : 'are'} ${count(eager.total, 'image')} further down`
      return info(title, { value: eager.total, evidence: eager.items.map(({ at }) => ({ at })) })
    }
    return pass({
      value: 'eager',
      title: first.priority
        ? 'The first large image is loaded at once, with high priority'
        : 'The first large image is loaded at once',
    })
  },
})
