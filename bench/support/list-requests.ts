import { Agent, request } from 'node:http'

// Started by `bench/share.ts`. Requests a list again and again until its input ends, then prints the duration of each
// request.
const { BENCH_URL: url = '', BENCH_KEY: key = '' } = process.env
const agent = new Agent({ keepAlive: true })
const headers = { authorization: `Bearer ${key}` }

function requestList(): Promise<number> {
  const start = performance.now()
  return new Promise((resolve, reject) => {
    request(url, { headers, agent }, (response) =>
      response.resume().once('end', () => resolve(performance.now() - start)),
    )
      .once('error', reject)
      .end()
  })
}

let isRunning = true
process.stdin.resume().once('end', () => (isRunning = false))
const times: number[] = []
while (isRunning) times.push(await requestList())
agent.destroy()
console.log(JSON.stringify(times))
