import { defineAiCheck } from '../check-helpers/ai-access.ts'

export const crawlers = 'AI search crawlers'

export const aiSearch = defineAiCheck({
  id: 'ai-search',
  purpose: 'search',
  name: 'AI search access',
  aliases: ['ChatGPT search', 'answer engines', 'generative engine optimisation', 'GEO'],
  crawlers,
  titlePass: 'robots.txt allows AI search crawlers',
  titleFail: 'robots.txt blocks AI search crawlers',
  why: 'AI search products cite pages that their crawlers can read. Google’s AI Overviews and AI Mode use Googlebot, not these crawlers.',
  how: 'To appear in an AI search product, allow its crawler: User-agent: OAI-SearchBot, then Allow: /. A crawler with rules of its own ignores the rules for all crawlers. If you block one on purpose, no change is needed.',
})
