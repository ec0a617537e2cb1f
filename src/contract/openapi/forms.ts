import { NewKeyForm } from '../forms/key-form.ts'
import { NewLinkForm } from '../forms/link-form.ts'
import { BulkDeleteForm, NewReportForm } from '../forms/report-forms.ts'
import { SignInForm, UnlockForm } from '../forms/session-forms.ts'
import { NewViewForm, viewChangeForm, ViewOrderForm } from '../forms/view-forms.ts'
import { WebsiteForm } from '../forms/website-form.ts'
import { namedForm } from './naming.ts'
import { Id } from './values.ts'
import { PrivacyValue } from './websites.ts'

namedForm('Id', Id)
namedForm('Privacy', PrivacyValue)

/** Request bodies. Other fields are ignored, and an empty field counts as absent. */
export const forms = {
  report: namedForm('NewReport', NewReportForm, 'The page to analyse, http or https, without credentials.'),
  website: namedForm(
    'WebsiteChange',
    WebsiteForm,
    'At least one field. A password belongs to privacy 2, and is needed there unless one is set.',
  ),
  signIn: namedForm('SignIn', SignInForm, 'A one-time sign-in token.'),
  newView: namedForm('NewView', NewViewForm),
  view: namedForm('ViewChange', viewChangeForm('reports'), 'At least one field.'),
  viewOrder: namedForm(
    'ViewOrder',
    ViewOrderForm,
    'Every view, in the wished order: repeated, or separated by commas.',
  ),
  bulkDelete: namedForm('BulkDelete', BulkDeleteForm, 'Repeated, or separated by commas.'),
  key: namedForm('NewKeyWish', NewKeyForm),
  link: namedForm(
    'NewLinkWish',
    NewLinkForm,
    'By its kind: `report_id`, `website_id`, or `list` and `query`. Frozen can only be a report.',
  ),
  unlock: namedForm('Unlock', UnlockForm),
}
