/** A vendor's challenge or block page, shortened. */
type WallPage = { vendor: string; status: number; headers?: Record<string, string>; html: string }

const page = (head: string, body = '') =>
  `<!DOCTYPE html><html><head><title>Just a moment...</title>${head}</head><body>${body}</body></html>`

export const wallPages: WallPage[] = [
  {
    vendor: 'Cloudflare',
    status: 200,
    headers: { 'cf-mitigated': 'challenge' },
    html: page('', '<noscript>Enable JavaScript and cookies to continue</noscript>'),
  },
  {
    vendor: 'Cloudflare',
    status: 200,
    html: page(
      '',
      `<script nonce="x">(function(){window._cf_chl_opt = {cvId: '3',cZone: 'shop.example',cUPMDTk:"/?__cf_chl_tk=a"};</script>`,
    ),
  },
  {
    vendor: 'Cloudflare',
    status: 403,
    html: page('', '<form id="challenge-form" action="/lamps?__cf_chl_f_tk=abc" method="POST"></form>'),
  },
  { vendor: 'AWS WAF', status: 202, headers: { 'x-amzn-waf-action': 'challenge' }, html: '' },
  { vendor: 'AWS WAF', status: 405, headers: { 'x-amzn-waf-action': 'captcha' }, html: page('') },
  {
    vendor: 'AWS WAF',
    status: 200,
    html: page(
      '<script type="text/javascript">window.awsWafCookieDomainList = [];window.gokuProps = {"key":"a"};</script>' +
        '<script src="https://a.b.token.awswaf.com/a/b/challenge.js"></script>',
    ),
  },
  {
    vendor: 'Akamai',
    status: 200,
    html: page('', '<div id="sec-if-cpt-container" style="height:100%"></div><p>Powered and protected by Akamai'),
  },
  {
    vendor: 'Akamai',
    status: 403,
    html: `<HTML><HEAD><TITLE>Access Denied</TITLE></HEAD><BODY><H1>Access Denied</H1>You don't have permission to access
"http&#58;&#47;&#47;shop&#46;example&#47;" on this server.<P>Reference&#32;&#35;18&#46;4d5e6f&#46;1716&#46;7a</P></BODY></HTML>`,
  },
  {
    vendor: 'Imperva (Incapsula)',
    status: 200,
    html: `<html style="height:100%"><head><META NAME="ROBOTS" CONTENT="NOINDEX, NOFOLLOW"></head><body>
<iframe id="main-iframe" src="/_Incapsula_Resource?CWUDNSAI=9&xinfo=1-2-3&incident_id=1-2" frameborder=0>
Request unsuccessful. Incapsula incident ID: 1-2</iframe></body></html>`,
  },
  {
    vendor: 'Imperva (Incapsula)',
    status: 200,
    html: `<html>\n<head>\n<META NAME="robots" CONTENT="noindex,nofollow">\n<script src="/_Incapsula_Resource?SWJIYLWA=5074">
</script>\n<body>\n</body></html>\n`,
  },
  {
    vendor: 'Akamai',
    status: 200,
    html: `<!DOCTYPE html><html lang="en"><body><script src="/Y1atz/c07m?v=92e4&t=3104"></script>
<div id="sec-if-cpt-container" role="main" style="display: none"><div class="behavioral-content"></div>
<p class ="scf-akamai-protected-by">Powered and protected by</p></div></body></html>`,
  },
  {
    vendor: 'Akamai',
    status: 200,
    html: `<html><head><title>Challenge Validation</title><script src="/_sec/cp_challenge/sec-cpt-4-3.js"></script></head><body>
<iframe title="Challenge Content" id="sec-cpt-if" provider="crypto" challenge="eyJ0" data-duration=5
src="/_sec/cp_challenge/crypto_message-4-3.htm"></iframe></body></html>`,
  },
  {
    vendor: 'Akamai',
    status: 200,
    html: `<html><head><script src="/_sec/cp_challenge/sec-cpt-4-3.js"></script></head><body></body></html>`,
  },
  {
    vendor: 'Akamai',
    status: 200,
    html: `<html><head><meta http-equiv="refresh" content="5; URL='/lamps?bm-verify=AAQAAAAK'"/></head><body><script>
var i = 1787; var j = i + Number("9026" + "45594"); var xhr = new XMLHttpRequest();
xhr.open("POST", "/_sec/verify?provider=interstitial", false); xhr.send(JSON.stringify({"bm-verify": "AAQ", "pow": j}));
</script><p>Powered by Akamai</p></body></html>`,
  },
  {
    vendor: 'Akamai',
    status: 200,
    html: `<html><head><title>Access Denied</title></head><body><h1>Access Denied</h1>You don't have permission to access
"http://shop.example/" on this server.<p>Reference #18.e768c917.1779162238.5660acd5</p></body></html>`,
  },
  ...[200, 403].map((status) => ({
    vendor: 'Imperva (Incapsula)',
    status,
    html: `<html style="height:100%"><head><META NAME="ROBOTS" CONTENT="NOINDEX, NOFOLLOW">
<script type="text/javascript" src="/_Incapsula_Resource?SWJIYLWA=719d34d31c8e3a6e6fffd425f7e032f3"></script>
<script src="/Milke-a-dishd-Musie-Lady-Macb" async></script></head><body style="margin:0px;height:100%">
<iframe id="main-iframe" src="/_Incapsula_Resource?SWUDNSAI=31&xinfo=7-76&incident_id=434-416&edet=12" frameborder=0>
Request unsuccessful. Incapsula incident ID: 434-416</iframe></body></html>`,
  })),
  {
    vendor: 'Imperva (Incapsula)',
    status: 200,
    html: '<html><body><div>Request unsuccessful. Incapsula incident ID: 1234-5678</div></body></html>',
  },
  {
    vendor: 'Imperva (Incapsula)',
    status: 200,
    html: `<html><head><noscript><title>Pardon Our Interruption</title></noscript>
<script>window.reeseSkipExpirationCheck = true;</script></head><body><h1>Pardon Our Interruption</h1>
<p>As you were browsing something about your browser made us think you were a bot.</p></body></html>`,
  },
  {
    vendor: 'HUMAN (PerimeterX)',
    status: 200,
    html: `<html><head><meta name="description" content="px-captcha"><title>Access to this page has been denied</title></head>
<body><script>window._pxAppId = 'PX1'; script.src = 'https://captcha.px-cloud.net/PX1/captcha.js'</script></body></html>`,
  },
  {
    vendor: 'DDoS-Guard',
    status: 200,
    html: `<html><head><title>DDoS-Guard</title></head><body><h1 id="ddg-l10n-title">Checking your browser before accessing
shop.example</h1><p id="ddg-l10n-description">Please wait a few seconds.</p></body></html>`,
  },
  {
    vendor: 'F5',
    status: 200,
    html: `<html><head><title>Request Rejected</title></head><body>The requested URL was rejected. Please consult with your
administrator.<br><br>Your support ID is: 1234567890<br><br><a href='javascript:history.back();'>[Go Back]</a></body></html>`.replace(
      '\n',
      ' ',
    ),
  },
  {
    vendor: 'F5',
    status: 200,
    html: `<html><head><script src="/TSPD/08a?type=10"></script><noscript>Please enable JavaScript to view the page content.
<br/>Your support ID is: 1234567890.</noscript></head><body></body></html>`,
  },
  {
    vendor: 'Radware',
    status: 200,
    html: `<html lang="en"><head><title>Radware Captcha Page</title></head><body><p>We apologise for the inconvenience: your
activity and behavior on this site made us think that you are a bot.</p></body></html>`,
  },
  {
    vendor: 'Reblaze',
    status: 247,
    html: `<html><head><script>;;window.rbzns={bereshit: "1", seed: "a"};winsocks();</script></head><body></body></html>`,
  },
  {
    vendor: 'Vercel',
    status: 200,
    html: '<html><head><title>Vercel Security Checkpoint</title></head><body></body></html>',
  },
  {
    vendor: 'DataDome',
    status: 200,
    html: page(
      '',
      `<p id="cmsg">Please enable JS and disable any ad blocker</p><script>var dd={'rt':'c','host':'geo.captcha-delivery.com'}
</script><script data-cfasync="false" src="https://ct.captcha-delivery.com/c.js"></script>`,
    ),
  },
  { vendor: 'DataDome', status: 403, headers: { 'x-dd-b': '1' }, html: '{"url":"https://geo.captcha-delivery.com/"}' },
  {
    vendor: 'HUMAN (PerimeterX)',
    status: 200,
    html: page('', `<h1>Robot or human?</h1><div id="px-captcha"></div><script>window._pxAppId='PX1'</script>`),
  },
  {
    vendor: 'Kasada',
    status: 429,
    html: page(
      '<script>window.KPSDK={}</script>',
      '<script src="/149e9513-01fa-4fb0-aad4-566afd725d1b/2d206a39-8ed7-437e-a3be-862e0f06eea3/ips.js?a=b"></script>',
    ),
  },
  {
    vendor: 'Sucuri',
    status: 200,
    html: `<html><title>You are being redirected...</title><noscript>Javascript is required.</noscript><script>var s={},u,c,U,r,i,l=0,a,e=eval,sucuri_cloudproxy_js='',S='cz0';</script></html>`,
  },
  { vendor: 'Sucuri', status: 403, html: '<title>Sucuri WebSite Firewall - Access Denied</title>' },
  { vendor: 'Vercel', status: 429, headers: { 'x-vercel-mitigated': 'challenge' }, html: page('') },
  {
    vendor: 'Anubis',
    status: 200,
    html: page('<script id="anubis_challenge" type="application/json">{"rules":{}}</script>', '<h1>Making sure…</h1>'),
  },
]

/** Content of ordinary pages behind the same vendors. None of it is a wall. */
export const protectedPage = {
  headers: { 'x-datadome': 'protected', 'x-iinfo': '1-2-3', 'cf-ray': '8a', 'x-kpsdk-ct': 'a', 'x-sucuri-id': '15' },
  html: `<!DOCTYPE html><html lang="en"><head><title>Lamps</title>
<script src="/cdn-cgi/challenge-platform/scripts/jsd/main.js"></script>
<script>(function(){window.__CF$cv$params={r:'8a',t:'MTc'};})()</script>
<script src="https://challenges.cloudflare.com/turnstile/v0/api.js" async></script>
<script src="https://js.datadome.co/tags.js"></script><script>window.ddjskey='A';</script>
<script src="/_Incapsula_Resource?SWJIYLWA=719d34d31c8e3a6e6fffd425f7e032f3" async></script>
<script src="https://a.b.token.awswaf.com/a/b/challenge.js" defer></script>
<script>window._pxAppId='PX1'</script><script src="/PX1/init.js"></script>
<script src="/149e9513-01fa-4fb0-aad4-566afd725d1b/2d206a39-8ed7-437e-a3be-862e0f06eea3/p.js"></script>
<script>bmak.sensor_data = "x"</script><script src="/_sec/cp_challenge/sec-cpt-int-4-3.js" async defer></script>
<script src="/TSPD/08a?type=17"></script><script src="/.well-known/ddos-guard/check.js"></script></head>
<body><h1>Lamps</h1><p>Lamps for the garden.</p><form action="/search"><input name="q"></form></body></html>`,
}
