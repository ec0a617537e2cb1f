import { isEmpty } from '#contract/responses/lenient.ts'
import type { CheckView } from '#web/checks/check-view.ts'
import { fieldName, isFolder } from './value-shape.ts'
import { ValueTree } from './value-tree.tsx'
import { foreignReportWords as words } from './words.ts'
import styles from './foreign.module.css'

/** The fields of a check that only other servers send. The title of a known check contains its value already. */
export const ForeignCheckFields = ({ check: { info, value, errors, other } }: { check: CheckView }) => (
  <>
    {!info && <Field name={words.found} value={value} />}
    <Errors errors={errors} />
    <Field name={words.other} value={other} />
  </>
)

/** Error codes with their details. One without details stands alone: a value such as "none" would deny the error. */
function Errors({ errors }: { errors: unknown }) {
  if (!isFolder(errors) || Array.isArray(errors)) return <Field name={words.errors} value={errors} />
  const codes = Object.entries(errors)
  const bare = codes.filter(([, details]) => isEmpty(details))
  const detailed = Object.fromEntries(codes.filter(([, details]) => !isEmpty(details)))
  if (bare.length === 0) return <Field name={words.errors} value={errors} />
  return (
    <div className={styles.field}>
      <b>{words.errors}</b>
      <div>
        <bdi>{bare.map(([code]) => fieldName(code)).join(', ')}</bdi>
        {bare.length < codes.length && <ValueTree value={detailed} />}
      </div>
    </div>
  )
}

const Field = ({ name, value }: { name: string; value: unknown }) =>
  !isEmpty(value) && (
    <div className={styles.field}>
      <b>{name}</b>
      <ValueTree value={value} />
    </div>
  )
