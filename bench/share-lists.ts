import { Agent, request } from 'node:http'

// Started by `share.ts`: asks for one list after the other until its input ends, then prints how long each took.
const { BENCH_URL: url = '', BENCH_KEY: key = '' } = process.env
const agent = new Agent({ keepAlive: true })
const headers = { authorization: `Bearer ${key}` }

function ask(): Promise<number> {
  const began = performance.now()
  return new Promise((resolve, reject) => {
    request(url, { headers, agent }, (answer) => answer.resume().once('end', () => resolve(performance.now() - began)))
      .once('error', reject)
      .end()
  })
}

let isOn = true
process.stdin.resume().once('end', () => (isOn = false))
const times: number[] = []
while (isOn) times.push(await ask())
agent.destroy()
console.log(JSON.stringify(times))
