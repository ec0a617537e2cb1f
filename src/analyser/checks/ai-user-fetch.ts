import { defineAiCheck } from '../check-helpers/ai-access.ts'

export const crawlers = 'AI user fetchers'

export const aiUserFetch = defineAiCheck({
  id: 'ai-user-fetch',
  purpose: 'user-fetch',
  name: 'AI user fetch access',
  aliases: ['AI assistants', 'AI agents', 'ChatGPT browsing'],
  crawlers,
  titlePass: 'robots.txt allows AI user fetchers',
  titleFail: 'robots.txt blocks AI user fetchers',
  why: 'AI assistants open pages when a person asks about them. Some vendors don’t apply robots.txt to these requests.',
  how: 'To let assistants open the page, allow their fetchers: User-agent: Claude-User, then Allow: /. To keep out those that ignore robots.txt, block their published IP addresses. If you block one on purpose, no change is needed.',
})
