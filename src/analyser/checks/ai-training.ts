import { defineAiCheck } from '../check-helpers/ai-access.ts'

export const crawlers = 'AI training crawlers'

export const aiTraining = defineAiCheck({
  id: 'ai-training',
  purpose: 'training',
  name: 'AI training access',
  aliases: ['train AI', 'model training', 'opt out'],
  crawlers,
  titlePass: 'robots.txt allows AI training crawlers',
  titleFail: 'robots.txt blocks AI training crawlers',
  why: 'These crawlers and tokens decide whether pages can be used to train AI models. Blocking them doesn’t remove a page from Google Search.',
  how: 'To opt out, name the crawler: User-agent: GPTBot, then Disallow: /. To allow it, remove its rules. If the current state is what you want, no change is needed.',
})
