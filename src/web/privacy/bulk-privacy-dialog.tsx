import { websiteDraft } from '#contract/forms/website-form.ts'
import { type AnyWebsite, privacies, privacyValues } from '#contract/websites/website.ts'
import { FormDialog } from '#web/forms/form.tsx'
import { useContractForm } from '#web/forms/use-contract-form.ts'
import { Notice } from '#web/ui/notice.tsx'
import { bulkConsequenceOf, changePrivacy, commonPrivacy } from './bulk-privacy.ts'
import { PrivacyChoice } from './privacy-form.tsx'
import { bulkPrivacyWords as words } from './words.ts'

type BulkPrivacyDialogProps = { websites: AnyWebsite[]; onClose: () => void; onBegin: () => void }

/** All websites get the same password, so it counts as none being set. */
const anyWebsite = websiteDraft({ privacy: null, has_password: false, findable: null })

/** Sets one privacy for several websites, with one password for all of them. Shows the consequence first. */
export function BulkPrivacyDialog({ websites, onClose, onBegin }: BulkPrivacyDialogProps) {
  const form = useContractForm({
    schema: anyWebsite,
    values: { privacy: String(commonPrivacy(websites)), password: '' },
    async submit({ privacy = chosen, password }) {
      onBegin()
      void changePrivacy(changing, { privacy, password })
    },
  })
  const chosen = privacyValues.find((value) => String(value) === form.values.privacy) ?? privacies.private
  const { changing, reports, same, removedPasswords } = bulkConsequenceOf(websites, chosen)
  const count = changing.length
  return (
    <FormDialog
      form={form}
      title={words.title(websites.length)}
      submitLabel={words.submit(count)}
      cancelLabel={words.cancel}
      disabled={count === 0}
      onClose={onClose}
    >
      <PrivacyChoice
        domain=""
        privacy={form.field('privacy')}
        password={form.field('password')}
        findable={null}
        isPasswordSet={false}
      />
      <div aria-live="polite">
        <Notice tone={count > 0 && chosen !== privacies.private ? 'decent' : 'info'}>
          {count === 0 ? words.nothing : words.consequence[chosen](count, reports)}{' '}
          {count > 0 && same > 0 && words.same(same)} {removedPasswords > 0 && words.removedPasswords(removedPasswords)}
        </Notice>
      </div>
    </FormDialog>
  )
}
