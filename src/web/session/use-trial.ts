import { useEffect, useState } from 'react'
import { tryServer, type Verdict } from './try-server.ts'
import { focusFirstWrong, useSubmit } from '#web/data/use-submit.ts'

type Fault = Exclude<Verdict, { wrong: null }>

/** What is wrong with what was entered, before or after it was tried. */
export type Wrong = { field: 'address' | 'key' | null; sentence: string; fault?: Fault }

type Trial = { address: string; key: string }

/** The life of a sign-in: what was entered is tried, and either goes on or stays with the one thing that is wrong. */
export function useTrial(say: (fault: Fault, trial: Trial) => Wrong, go: (trial: Trial) => Promise<Wrong | void>) {
  const [wrong, setWrong] = useState<Wrong | null>(null)
  const { busy, form, submit } = useSubmit(async (trial: Trial, signal) => {
    setWrong(null)
    const verdict = await tryServer(trial.address, trial.key, signal)
    if (signal.aborted) return
    setWrong(verdict.wrong === null ? ((await go(trial)) ?? null) : say(verdict, trial))
  })
  useEffect(() => {
    if (wrong) focusFirstWrong(form.current)
  }, [wrong, form])
  return {
    busy,
    form,
    wrong,
    submit,
    refuse: setWrong,
    clear: () => setWrong(null),
    errorOf: (field: Wrong['field']) => (wrong?.field === field ? wrong.sentence : undefined),
  }
}
