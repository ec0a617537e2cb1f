import { isPrivate } from '#web/data/server-url.ts'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { corsHeaders, serverWords } from './server-words.ts'
import styles from './sign-in-page.module.css'

const { help: words, copied } = serverWords

/** What lets a page of another address read a server's answers, for whoever runs it. */
export function CorsHelp({ address, open }: { address: string; open: boolean }) {
  const headers = corsHeaders(location.origin)
  const gateway = `${allowance(address)}SEO_REPORTS_UPSTREAM=${address} npm start`
  return (
    <details className={styles.help} open={open}>
      <summary>{words.summary}</summary>
      <p>{words.headers}</p>
      <Code text={headers} />
      <p>{words.gateway}</p>
      <Code text={gateway} />
    </details>
  )
}

/** Without it the gateway refuses plain http, ports of one's own and private networks. */
function allowance(address: string) {
  const { protocol, hostname, port } = new URL(address)
  const plain = protocol === 'https:' && !port && !isPrivate(hostname)
  return plain ? '' : `SEO_REPORTS_ALLOW_HOSTS=${hostname}:${port || (protocol === 'https:' ? 443 : 80)} `
}

const Code = ({ text }: { text: string }) => (
  <div className={styles.command}>
    <pre>
      {text.split('\n').map((line) => (
        <span key={line}>{line}</span>
      ))}
    </pre>
    <CopyButton size="s" text={text} label={words.copy} doneLabel={copied} />
  </div>
)
