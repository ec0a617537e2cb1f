import { spawn } from 'node:child_process'

const root = new URL('../../', import.meta.url)

/** The real program before another server, as its own process. */
export async function startGateway(upstream: string): Promise<{ origin: string; stop(): Promise<void> }> {
  const env = {
    ...process.env,
    PORT: '0',
    LOG_LEVEL: 'error',
    SEO_REPORTS_UPSTREAM: upstream,
    SEO_REPORTS_ALLOW_HOSTS: new URL(upstream).host,
  }
  const child = spawn(process.execPath, ['src/service/main.ts'], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  let printed = ''
  const origin = await new Promise<string>((resolve, reject) => {
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      printed += text
      const found = /answers on (\S+)\n/.exec(printed)?.[1]
      if (found) resolve(found)
    })
    void ended.then(() => reject(new Error('The gateway did not start.')))
  })
  return {
    origin,
    async stop() {
      child.kill('SIGTERM')
      await ended
    },
  }
}
