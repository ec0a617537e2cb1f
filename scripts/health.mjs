// Exits with 0 if the service on this machine can serve requests. The image's health check.
const port = process.env['PORT'] ?? '3000'
try {
  const response = await fetch(`http://127.0.0.1:${port}/readyz`, { signal: AbortSignal.timeout(4_000) })
  if (!response.ok) process.exitCode = 1
} catch {
  process.exitCode = 1
}
