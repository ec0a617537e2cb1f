/** `user-fetch`: a person's question or action starts the request. */
export type AiPurpose = 'search' | 'user-fetch' | 'training'

/** A product token of robots.txt that decides about a use of pages in AI products. */
export type AiCrawler = {
  token: string
  vendor: string
  purpose: AiPurpose
  /** The vendor's documentation of the token, in our words; null if there is none. */
  statement: string | null
  /** The vendor's page, or else the public list that names the purpose. */
  source: string
  /** The day on which the statement was last compared with a copy of its source; null if we only know quotations. */
  checked: string | null
}

/** The days of the comparisons. */
const [firstDay, secondDay] = ['2026-11-22', '2026-11-23']

const openAi = 'https://developers.openai.com/api/docs/bots'
const anthropic =
  'https://support.claude.com/en/articles/8896518-does-anthropic-crawl-data-from-the-web-and-how-can-site-owners-block-the-crawler'
const perplexity = 'https://docs.perplexity.ai/docs/resources/perplexity-crawlers'
const google = 'https://developers.google.com/crawling/docs/crawlers-fetchers/google-common-crawlers'
const apple = 'https://support.apple.com/en-us/119829'
const amazon = 'https://developer.amazon.com/amazonbot'
const publicList = 'https://github.com/ai-robots-txt/ai.robots.txt'

export const aiCrawlers: readonly AiCrawler[] = [
  {
    token: 'OAI-SearchBot',
    vendor: 'OpenAI',
    purpose: 'search',
    statement: 'ChatGPT search answers leave out websites that block it. They can still appear as navigational links.',
    source: openAi,
    checked: firstDay,
  },
  {
    token: 'Claude-SearchBot',
    vendor: 'Anthropic',
    purpose: 'search',
    statement: 'Blocking it stops indexing for Claude’s search, which may reduce visibility in its results.',
    source: anthropic,
    checked: firstDay,
  },
  {
    token: 'PerplexityBot',
    vendor: 'Perplexity',
    purpose: 'search',
    statement: 'It finds and links websites in Perplexity’s search results. It isn’t used to train foundation models.',
    source: perplexity,
    checked: firstDay,
  },
  {
    token: 'Applebot',
    vendor: 'Apple',
    purpose: 'search',
    statement:
      'It feeds Spotlight, Siri and Safari. It follows the rules for Googlebot if robots.txt names only that one.',
    source: apple,
    checked: firstDay,
  },
  {
    token: 'Amzn-SearchBot',
    vendor: 'Amazon',
    purpose: 'search',
    statement: 'It feeds search in Amazon’s products, such as Alexa. It isn’t used to train generative AI models.',
    source: amazon,
    checked: firstDay,
  },
  {
    token: 'DuckAssistBot',
    vendor: 'DuckDuckGo',
    purpose: 'search',
    statement:
      'It reads pages for DuckAssist answers, which cite their sources. Blocking it takes effect after 72 hours.',
    source: 'https://duckduckgo.com/duckduckgo-help-pages/results/duckassistbot',
    checked: firstDay,
  },
  {
    token: 'bingbot',
    vendor: 'Microsoft',
    purpose: 'search',
    statement:
      'Bing’s chat answers and Microsoft’s model training can use pages in Bing’s index without nocache or noarchive.',
    source:
      'https://blogs.bing.com/webmaster/september-2023/Announcing-new-options-for-webmasters-to-control-usage-of-their-content-in-Bing-Chat',
    checked: firstDay,
  },
  {
    token: 'ChatGPT-User',
    vendor: 'OpenAI',
    purpose: 'user-fetch',
    statement:
      'It opens pages for people who ask ChatGPT. Because a person starts the request, robots.txt may not apply.',
    source: openAi,
    checked: firstDay,
  },
  {
    token: 'Claude-User',
    vendor: 'Anthropic',
    purpose: 'user-fetch',
    statement: 'Blocking it stops Claude from loading the page for a person’s question, which may reduce visibility.',
    source: anthropic,
    checked: firstDay,
  },
  {
    token: 'Perplexity-User',
    vendor: 'Perplexity',
    purpose: 'user-fetch',
    statement: 'It opens pages for people who ask Perplexity, and generally ignores robots.txt.',
    source: perplexity,
    checked: firstDay,
  },
  {
    token: 'MistralAI-User',
    vendor: 'Mistral',
    purpose: 'user-fetch',
    statement:
      'It opens pages for people who ask Mistral’s assistant, which links to them. It isn’t used for training.',
    source: 'https://docs.mistral.ai/robots',
    checked: secondDay,
  },
  {
    token: 'cohere-ai',
    vendor: 'Cohere',
    purpose: 'user-fetch',
    statement: null,
    source: publicList,
    checked: firstDay,
  },
  {
    token: 'GPTBot',
    vendor: 'OpenAI',
    purpose: 'training',
    statement: 'Blocking it asks OpenAI not to use the content to train its foundation models.',
    source: openAi,
    checked: firstDay,
  },
  {
    token: 'ClaudeBot',
    vendor: 'Anthropic',
    purpose: 'training',
    statement: 'Blocking it asks Anthropic to leave future content out of its training data.',
    source: anthropic,
    checked: firstDay,
  },
  {
    token: 'Google-Extended',
    vendor: 'Google',
    purpose: 'training',
    statement:
      'It controls training of Gemini models, and grounding in Gemini apps and on Vertex AI. It doesn’t affect Google Search.',
    source: google,
    checked: firstDay,
  },
  {
    token: 'Applebot-Extended',
    vendor: 'Apple',
    purpose: 'training',
    statement:
      'Blocking it opts out of training Apple’s foundation models. The page can still appear in search results.',
    source: apple,
    checked: firstDay,
  },
  {
    token: 'Amazonbot',
    vendor: 'Amazon',
    purpose: 'training',
    statement: 'Amazon uses it to improve its products. The pages may be used to train its AI models.',
    source: amazon,
    checked: firstDay,
  },
  {
    token: 'CCBot',
    vendor: 'Common Crawl',
    purpose: 'training',
    statement: 'It copies the pages that robots.txt allows into a public archive of the web.',
    source: 'https://commoncrawl.org/ccbot',
    checked: firstDay,
  },
  {
    token: 'meta-externalagent',
    vendor: 'Meta',
    purpose: 'training',
    statement: 'It crawls to train foundation AI models or to improve products by indexing content directly.',
    source: 'https://developers.facebook.com/docs/sharing/webmasters/web-crawlers/',
    checked: secondDay,
  },
  {
    token: 'Bytespider',
    vendor: 'ByteDance',
    purpose: 'training',
    statement: null,
    source: publicList,
    checked: firstDay,
  },
  {
    token: 'AI2Bot',
    vendor: 'Ai2',
    purpose: 'training',
    statement: 'It collects pages to train open language models.',
    source: 'https://allenai.org/crawler',
    checked: null,
  },
]
