/** Scripts and data that `scriptPages` load. Hosts of others can't be reached, as behind a blocker. */
export const scriptPageFiles: Record<string, [type: string, body: string]> = {
  '/react-app.js': script(`
    const make = (name, props, ...children) => { const one = document.createElement(name); Object.assign(one, props); one.append(...children); return one }
    document.title = 'Mill shop: ' + location.pathname
    document.getElementById('root').append(make('main', {}, make('h1', { textContent: 'Shop ' + location.pathname }),
      ...Array.from({ length: 12 }, (_, at) => make('p', {}, make('a', { href: '/products/clock-' + at, textContent: 'A clock of walnut and brass, number ' + at })))))`),
  '/vue-app.js': script(`
    fetch('/articles.json').then((one) => one.json()).then(({ text }) => {
      document.querySelector('#app').innerHTML = '<article><h1>' + location.pathname.slice(1) + '</h1><p>' + text + '</p></article>' })`),
  '/articles.json': [
    'application/json',
    JSON.stringify({ text: 'The wheel turns slowly while the flour falls. '.repeat(20) }),
  ],
  '/svelte.js': script(
    `document.getElementById('svelte').innerHTML = '<main><h1>Documentation</h1><p>' + 'Install the wheel, then turn it. '.repeat(30) + '</p></main>'`,
  ),
  '/angular-main.js': script(`customElements.define('app-root', class extends HTMLElement { connectedCallback() {
      this.innerHTML = '<router-outlet></router-outlet><main><h1>Portal ' + location.pathname + '</h1><p>' + 'Your requests are answered by the miller. '.repeat(20) + '</p></main>' } })`),
  '/theme.js': script(`
    document.documentElement.classList.add('js')
    document.querySelectorAll('[data-cart-count]').forEach((one) => { one.textContent = String(Number(localStorage.cart ?? 0)) })
    document.querySelector('.menu-button')?.addEventListener('click', () => document.body.classList.toggle('open'))
    const list = document.querySelector('[data-products]')
    const fill = async () => { for (const one of await (await fetch('/products.json')).json()) list.insertAdjacentHTML('beforeend', '<li><a href="/p/' + one + '">' + one + '</a> A clock that was made in the mill.</li>') }
    if (list?.dataset.products === 'now') fill()
    else if (list) new IntersectionObserver(([entry], observer) => { if (entry.isIntersecting) { observer.disconnect(); fill() } }).observe(list)`),
  '/products.json': ['application/json', JSON.stringify(Array.from({ length: 16 }, (_, at) => `clock-${at}`))],
  '/price.js': script(
    `fetch('/price.json').then((one) => one.json()).then(({ price }) => { document.querySelector('.price').textContent = price + ' €' })`,
  ),
  '/price.json': ['application/json', '{"price":"149.90"}'],
  '/head.js': script(`
    const { change } = document.currentScript.dataset
    const changes = {
      title() { document.title = 'Another title of this page by a script' },
      canonical() { document.querySelector('link[rel=canonical]').href = '/other' },
      noindex() { document.head.insertAdjacentHTML('beforeend', '<meta name="robots" content="noindex">') },
      description() { document.querySelector('meta[name=description]').remove(); document.querySelector('h1').textContent = 'Another heading' },
      structured() { const one = document.createElement('script'); one.type = 'application/ld+json'; one.text = '{"@context":"https://schema.org","@type":"Article","headline":"A post"}'; document.head.append(one) },
    }
    changes[change]()`),
  '/enhance.js': script(`
    for (const form of document.forms) form.noValidate = true
    for (const one of document.querySelectorAll('.tabs a')) { one.setAttribute('role', 'tab'); one.addEventListener('click', (event) => event.preventDefault()) }
    document.querySelectorAll('section[id]').forEach((one, at) => one.toggleAttribute('data-active', at === 0))
    matchMedia('(prefers-color-scheme: dark)').matches && document.body.classList.add('dark')`),
  '/_next/static/main.js': script(`
    const data = JSON.parse(document.getElementById('__NEXT_DATA__').textContent)
    const root = document.getElementById('__next')
    const before = root.innerHTML
    root.innerHTML = before
    root.dataset.hydrated = data.page`),
  '/js/cookie-consent.js': script(`
    document.body.insertAdjacentHTML('beforeend', '<div class="cookie-banner" role="dialog"><p>We use cookies to count our visitors. You can accept all cookies or only those that are necessary.</p><button>Accept all</button> <button>Only necessary cookies</button></div>')`),
  '/recipes.js': script(`
    document.querySelector('.servings')?.addEventListener('change', () => {})
    const rating = document.querySelector('[data-rating]')
    if (rating) { rating.textContent = 'Rated by 12 cooks'; const one = document.createElement('script'); one.type = 'application/ld+json'; one.text = '{"@context":"https://schema.org","@type":"Recipe","name":"Bread"}'; document.head.append(one) }`),
  '/components.js': script(`
    for (const [name, mode] of [['mill-article', 'open'], ['mill-story', 'closed']])
      customElements.define(name, class extends HTMLElement { connectedCallback() { this.attachShadow({ mode }).innerHTML = '<h1>Told by a component</h1><p>' + 'The river drives the wheel of the mill. '.repeat(20) + '</p>' } })`),
  '/widgets.js': script(`
    for (const one of document.querySelectorAll('[data-widget]')) {
      if (one.dataset.widget === 'comments') one.innerHTML = '<h2>Comments</h2>' + '<p>I have visited the mill and bought a clock that still runs.</p>'.repeat(12)
      if (one.dataset.widget === 'related') one.innerHTML = Array.from({ length: 10 }, (_, at) => '<a href="/article/related-' + at + '">Another article</a> ').join('')
      if (one.dataset.widget === 'text') setTimeout(() => fetch('/articles.json').then((answer) => answer.json()).then(({ text }) => { one.textContent = text }), 200)
    }`),
}

function script(body: string): [string, string] {
  return ['text/javascript', body]
}
