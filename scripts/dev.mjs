import { spawn } from 'node:child_process'
import { createServer } from 'vite'
import { root } from './support/root.mjs'

// `npm run dev`: the dashboard with hot reload, and the service, which restarts on changes. Ctrl-C stops both.

const port = process.env.PORT || '3000'
const vite = await createServer({
  root,
  server: { host: '127.0.0.1', proxy: { '/api': `http://127.0.0.1:${port}` } },
})
await vite.listen()
const origin = vite.resolvedUrls?.local[0]?.replace(/\/$/, '')

const service = spawn(process.execPath, ['--watch', '--watch-preserve-output', 'src/service/main.ts'], {
  cwd: root,
  // The sign-in link leads to the public URL, so it opens the dashboard with hot reload.
  env: { ...process.env, NODE_ENV: 'development', PORT: port, SEO_REPORTS_PUBLIC_URL: origin },
  stdio: 'inherit',
})
service.once('exit', async (code) => {
  await vite.close()
  process.exit(code ?? 0)
})
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) process.on(signal, () => service.kill('SIGTERM'))
