/** Signs of a technology, all in lower case. A sign that does not end in a slash can be followed by the version. */
export type Signs = {
  /** The start of the generator meta tag. */
  generator?: string
  /** Hosts of scripts, stylesheets and images, subdomains included. */
  hosts?: string[]
  /** Parts of the paths of these URLs. */
  paths?: string[]
  /** The start of a word in that header. An empty text matches any value. */
  headers?: Record<string, string>
  /** The start of a cookie's name. */
  cookies?: string[]
  /** Attributes of html, body, div and main, or their IDs after a hash; names of elements in angle brackets. */
  marks?: string[]
  /** Words near the start of an inline script. */
  scripts?: string[]
}

export type TechnologyKind = 'cms' | 'shop' | 'framework' | 'analytics' | 'cdn' | 'server'

type Line = [name: string, kind: TechnologyKind, signs: Signs]

/** In display order. */
export const technologies: Line[] = [
  ['WordPress', 'cms', { generator: 'wordpress', paths: ['/wp-content/', '/wp-includes/'] }],
  ['Joomla', 'cms', { generator: 'joomla', paths: ['/media/vendor/joomla', '/media/jui/'] }],
  [
    'Drupal',
    'cms',
    {
      generator: 'drupal',
      headers: { 'x-drupal-cache': '', 'x-drupal-dynamic-cache': '', 'x-generator': 'drupal' },
      paths: ['/core/misc/drupal.js'],
    },
  ],
  ['TYPO3', 'cms', { generator: 'typo3', paths: ['/typo3conf/', '/typo3temp/'] }],
  [
    'Wix',
    'cms',
    { generator: 'wix.com', hosts: ['parastorage.com', 'wixstatic.com'], headers: { 'x-wix-request-id': '' } },
  ],
  [
    'Squarespace',
    'cms',
    {
      generator: 'squarespace',
      hosts: ['static1.squarespace.com', 'assets.squarespace.com'],
      headers: { server: 'squarespace' },
    },
  ],
  ['Webflow', 'cms', { generator: 'webflow', hosts: ['website-files.com'], marks: ['data-wf-site'] }],
  ['Ghost', 'cms', { generator: 'ghost' }],
  ['Contao', 'cms', { generator: 'contao' }],
  ['Hugo', 'cms', { generator: 'hugo' }],
  ['Jekyll', 'cms', { generator: 'jekyll' }],
  ['Docusaurus', 'cms', { generator: 'docusaurus' }],
  ['Blogger', 'cms', { generator: 'blogger' }],
  ['MediaWiki', 'cms', { generator: 'mediawiki' }],
  ['Framer', 'cms', { generator: 'framer', hosts: ['framerusercontent.com'] }],
  ['HubSpot CMS', 'cms', { generator: 'hubspot', headers: { 'x-powered-by': 'hubspot' } }],
  ['Adobe Experience Manager', 'cms', { paths: ['/etc.clientlibs/', '/etc/designs/'] }],
  ['1C-Bitrix', 'cms', { paths: ['/bitrix/js/', '/bitrix/cache/'] }],
  ['Elementor', 'cms', { generator: 'elementor', paths: ['/plugins/elementor/'] }],
  [
    'Shopify',
    'shop',
    {
      hosts: ['cdn.shopify.com'],
      paths: ['/cdn/shop/'],
      headers: { 'x-shopid': '', 'x-shopify-stage': '', 'powered-by': 'shopify' },
      cookies: ['_shopify_'],
    },
  ],
  ['WooCommerce', 'shop', { generator: 'woocommerce', paths: ['/plugins/woocommerce/'] }],
  [
    'Magento',
    'shop',
    {
      paths: ['/static/frontend/', '/mage/cookies'],
      headers: { 'x-magento-cache-debug': '', 'x-magento-tags': '' },
      cookies: ['mage-'],
    },
  ],
  [
    'PrestaShop',
    'shop',
    { generator: 'prestashop', headers: { 'powered-by': 'prestashop' }, cookies: ['prestashop-'] },
  ],
  [
    'Shopware',
    'shop',
    { paths: ['/bundles/storefront/'], headers: { 'sw-context-token': '' }, scripts: ['window.shopware'] },
  ],
  ['OpenCart', 'shop', { paths: ['catalog/view/javascript/', 'catalog/view/theme/'], cookies: ['ocsessid'] }],
  ['BigCommerce', 'shop', { hosts: ['cdn11.bigcommerce.com'] }],
  ['Salesforce Commerce Cloud', 'shop', { paths: ['/demandware.static/'], cookies: ['dwsid'] }],
  ['Next.js', 'framework', { paths: ['/_next/static/'], headers: { 'x-powered-by': 'next.js' }, marks: ['#__next'] }],
  ['Nuxt', 'framework', { paths: ['/_nuxt/'], headers: { 'x-powered-by': 'nuxt' }, marks: ['#__nuxt'] }],
  ['Gatsby', 'framework', { generator: 'gatsby', marks: ['#___gatsby'] }],
  ['Astro', 'framework', { generator: 'astro', paths: ['/_astro/'], marks: ['<astro-island>'] }],
  ['SvelteKit', 'framework', { paths: ['/_app/immutable/'], marks: ['data-sveltekit-preload-data'] }],
  ['Remix', 'framework', { scripts: ['__remixcontext'] }],
  ['Angular', 'framework', { marks: ['ng-version', '<app-root>'] }],
  ['React', 'framework', { paths: ['/react-dom'], marks: ['data-reactroot'] }],
  [
    'Vue.js',
    'framework',
    { paths: ['/vue.js', '/vue.min.js', '/vue.global', '/vue@'], marks: ['data-v-app', 'data-server-rendered'] },
  ],
  ['Laravel', 'framework', { cookies: ['laravel_session'], paths: ['/livewire/'] }],
  ['Django', 'framework', { cookies: ['csrftoken', 'django_language'] }],
  [
    'ASP.NET',
    'framework',
    {
      headers: { 'x-aspnet-version': '', 'x-aspnetmvc-version': '', 'x-powered-by': 'asp.net' },
      cookies: ['asp.net_sessionid', '.aspnetcore.'],
    },
  ],
  ['PHP', 'framework', { headers: { 'x-powered-by': 'php', server: 'php' }, cookies: ['phpsessid'] }],
  ['Express', 'framework', { headers: { 'x-powered-by': 'express' } }],
  ['jQuery', 'framework', { hosts: ['code.jquery.com'], paths: ['/jquery'] }],
  [
    'Bootstrap',
    'framework',
    {
      paths: [
        '/bootstrap@',
        '/bootstrap.min.',
        '/bootstrap.css',
        '/bootstrap.bundle.',
        '/bootstrap.esm.',
        '/bootstrap/dist/',
        '/twitter-bootstrap',
      ],
    },
  ],
  ['Google Tag Manager', 'analytics', { paths: ['/gtm.js'], scripts: ['gtm.start'] }],
  [
    'Google Analytics',
    'analytics',
    {
      hosts: ['google-analytics.com'],
      paths: ['/gtag/js'],
      scripts: ['google-analytics.com/analytics.js', 'googleanalyticsobject'],
    },
  ],
  [
    'Matomo',
    'analytics',
    { hosts: ['matomo.cloud'], paths: ['/matomo.js', '/piwik.js'], scripts: ['_paq'], cookies: ['_pk_id'] },
  ],
  ['Plausible', 'analytics', { hosts: ['plausible.io'] }],
  ['Hotjar', 'analytics', { hosts: ['hotjar.com'], scripts: ['hotjar.com'] }],
  ['Microsoft Clarity', 'analytics', { hosts: ['clarity.ms'], scripts: ['clarity.ms'] }],
  ['Meta Pixel', 'analytics', { paths: ['/fbevents.js'], scripts: ['fbevents.js'] }],
  ['Yandex Metrica', 'analytics', { hosts: ['mc.yandex.ru'], scripts: ['mc.yandex.ru'] }],
  ['Adobe Experience Platform', 'analytics', { hosts: ['assets.adobedtm.com'] }],
  ['HubSpot', 'analytics', { hosts: ['hs-scripts.com', 'hs-analytics.net'] }],
  ['Cloudflare Web Analytics', 'analytics', { hosts: ['static.cloudflareinsights.com'] }],
  ['Cloudflare', 'cdn', { headers: { 'cf-ray': '', server: 'cloudflare' } }],
  ['Fastly', 'cdn', { headers: { 'x-fastly-request-id': '', 'x-served-by': 'cache-' } }],
  ['Amazon CloudFront', 'cdn', { headers: { 'x-amz-cf-id': '', server: 'cloudfront' } }],
  ['Akamai', 'cdn', { headers: { 'x-akamai-transformed': '', server: 'akamaighost' } }],
  ['Vercel', 'cdn', { headers: { 'x-vercel-id': '', server: 'vercel' } }],
  ['Netlify', 'cdn', { headers: { 'x-nf-request-id': '', server: 'netlify' } }],
  ['Bunny', 'cdn', { headers: { server: 'bunnycdn' } }],
  ['GitHub Pages', 'cdn', { headers: { server: 'github.com' } }],
  ['jsDelivr', 'cdn', { hosts: ['cdn.jsdelivr.net'] }],
  ['cdnjs', 'cdn', { hosts: ['cdnjs.cloudflare.com'] }],
  ['unpkg', 'cdn', { hosts: ['unpkg.com'] }],
  ['nginx', 'server', { headers: { server: 'nginx' } }],
  ['OpenResty', 'server', { headers: { server: 'openresty' } }],
  ['Apache', 'server', { headers: { server: 'apache' } }],
  ['Microsoft IIS', 'server', { headers: { server: 'microsoft-iis' } }],
  ['LiteSpeed', 'server', { headers: { server: 'litespeed' } }],
  ['Caddy', 'server', { headers: { server: 'caddy' } }],
  ['Envoy', 'server', { headers: { server: 'envoy' } }],
  ['Gunicorn', 'server', { headers: { server: 'gunicorn' } }],
  ['Kestrel', 'server', { headers: { server: 'kestrel' } }],
]
