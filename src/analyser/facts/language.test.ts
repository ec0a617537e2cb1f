import { describe, expect, it } from 'vitest'
import { areClose, languageOf, primaryOf } from './language.ts'
import { tokenize } from './tokens.ts'

/** The same notice of a garden in many languages. */
const notices: [language: string, text: string][] = [
  [
    'da',
    'Vi har åbent hver dag fra klokken ti til seks, og du kan altid ringe til os, hvis du har spørgsmål om dine planter. Haven er stor, og der er plads til børn og hunde, men husk at tage dit affald med hjem igen efter besøget.',
  ],
  [
    'nb',
    'Vi har åpent hver dag fra klokken ti til seks, og du kan alltid ringe til oss hvis du har spørsmål om plantene dine. Hagen er stor, og det er plass til barn og hunder, men husk å ta med deg søppelet hjem etter besøket.',
  ],
  [
    'sv',
    'Vi har öppet varje dag från klockan tio till sex, och du kan alltid ringa oss om du har frågor om dina växter. Trädgården är stor och det finns plats för barn och hundar, men kom ihåg att ta med dig skräpet hem.',
  ],
  [
    'fi',
    'Olemme avoinna joka päivä kymmenestä kuuteen, ja voit aina soittaa meille, jos sinulla on kysyttävää kasveista. Puutarha on suuri ja siellä on tilaa lapsille ja koirille, mutta muista viedä roskat kotiin.',
  ],
  [
    'et',
    'Oleme avatud iga päev kella kümnest kuueni ja te võite alati meile helistada, kui teil on küsimusi taimede kohta. Aed on suur ning seal on ruumi lastele ja koertele, aga see ei ole park.',
  ],
  [
    'es',
    'Abrimos todos los días de diez a seis y puedes llamarnos siempre que tengas preguntas sobre tus plantas. El jardín es grande y hay sitio para niños y perros, pero recuerda llevarte la basura a casa después de la visita.',
  ],
  [
    'pt',
    'Estamos abertos todos os dias das dez às seis e você pode sempre nos ligar se tiver perguntas sobre as suas plantas. O jardim é grande e há espaço para crianças e cães, mas lembre-se de levar o lixo para casa.',
  ],
  [
    'ca',
    'Obrim cada dia de deu a sis i sempre ens pots trucar si tens preguntes sobre les teves plantes. El jardí és gran i hi ha lloc per a nens i gossos, però recorda endur-te les escombraries a casa.',
  ],
  [
    'it',
    'Siamo aperti tutti i giorni dalle dieci alle sei e puoi sempre chiamarci se hai domande sulle tue piante. Il giardino è grande e c’è posto per bambini e cani, ma ricorda di portare a casa i rifiuti.',
  ],
  [
    'fr',
    'Nous sommes ouverts tous les jours de dix heures à dix-huit heures et vous pouvez toujours nous appeler si vous avez des questions sur vos plantes. Le jardin est grand et il y a de la place pour les enfants et les chiens.',
  ],
  [
    'nl',
    'Wij zijn elke dag open van tien tot zes en u kunt ons altijd bellen als u vragen heeft over uw planten. De tuin is groot en er is plaats voor kinderen en honden, maar neem het afval weer mee naar huis.',
  ],
  [
    'pl',
    'Jesteśmy otwarci codziennie od dziesiątej do osiemnastej i zawsze możesz do nas zadzwonić, jeśli masz pytania o rośliny. Ogród jest duży i jest w nim miejsce dla dzieci i psów, ale pamiętaj, żeby zabrać śmieci do domu.',
  ],
  [
    'cs',
    'Máme otevřeno každý den od deseti do šesti a vždy nám můžete zavolat, pokud máte otázky k rostlinám. Zahrada je velká a je v ní místo pro děti i psy, ale nezapomeňte si odpadky odnést domů.',
  ],
  [
    'sk',
    'Máme otvorené každý deň od desiatej do šiestej a vždy nám môžete zavolať, ak máte otázky k rastlinám. Záhrada je veľká a je v nej miesto pre deti aj psy, ale nezabudnite si odpadky odniesť domov.',
  ],
  [
    'hu',
    'Minden nap tíztől hatig vagyunk nyitva, és mindig felhívhat minket, ha kérdése van a növényekről. A kert nagy, és van hely a gyerekeknek és a kutyáknak is, de ne felejtse el hazavinni a szemetet.',
  ],
  [
    'ro',
    'Suntem deschiși în fiecare zi de la zece la șase și puteți oricând să ne sunați dacă aveți întrebări despre plante. Grădina este mare și are loc pentru copii și câini, dar nu uitați să luați gunoiul acasă.',
  ],
  [
    'tr',
    'Her gün saat ondan altıya kadar açığız ve bitkilerle ilgili sorularınız varsa bizi her zaman arayabilirsiniz. Bahçe büyük ve çocuklar ile köpekler için yer var, ama çöpünüzü eve götürmeyi unutmayın.',
  ],
  [
    'ru',
    'Мы открыты каждый день с десяти до шести, и вы всегда можете позвонить нам, если у вас есть вопросы о растениях. Сад большой, и в нем есть место для детей и собак, но не забудьте унести мусор домой.',
  ],
  [
    'uk',
    'Ми відкриті щодня з десятої до шостої, і ви завжди можете зателефонувати нам, якщо у вас є запитання про рослини. Сад великий, і в ньому є місце для дітей та собак, але не забудьте забрати сміття додому.',
  ],
  [
    'bg',
    'Отворени сме всеки ден от десет до шест и винаги можете да ни се обадите, ако имате въпроси за растенията. Градината е голяма и в нея има място за деца и кучета, но не забравяйте да вземете боклука.',
  ],
  [
    'el',
    'Είμαστε ανοιχτά κάθε μέρα από τις δέκα έως τις έξι και μπορείτε πάντα να μας καλέσετε αν έχετε ερωτήσεις για τα φυτά σας. Ο κήπος είναι μεγάλος και υπάρχει χώρος για παιδιά.',
  ],
  [
    'id',
    'Kami buka setiap hari dari jam sepuluh sampai jam enam dan Anda selalu bisa menghubungi kami jika ada pertanyaan tentang tanaman. Kebun ini luas dan ada tempat untuk anak-anak, tetapi jangan lupa membawa pulang sampah.',
  ],
  [
    'vi',
    'Chúng tôi mở cửa hàng ngày từ mười giờ đến sáu giờ và bạn luôn có thể gọi cho chúng tôi nếu có câu hỏi về cây. Khu vườn rộng và có chỗ cho trẻ em, nhưng đừng quên mang rác về nhà.',
  ],
  [
    'ar',
    'نحن نفتح كل يوم من الساعة العاشرة حتى السادسة ويمكنك دائما الاتصال بنا إذا كانت لديك أسئلة عن نباتاتك. الحديقة كبيرة وفيها مكان للأطفال والكلاب ولكن لا تنس أن تأخذ القمامة معك إلى البيت.',
  ],
  [
    'fa',
    'ما هر روز از ساعت ده تا شش باز هستیم و شما می‌توانید همیشه با ما تماس بگیرید اگر درباره گیاهان خود سوالی دارید. باغ بزرگ است و برای کودکان و سگ‌ها جا هست.',
  ],
  [
    'he',
    'אנחנו פתוחים כל יום מעשר עד שש ואפשר תמיד להתקשר אלינו אם יש לכם שאלות על הצמחים. הגן גדול ויש בו מקום לילדים ולכלבים, אבל אל תשכחו לקחת את האשפה הביתה.',
  ],
  [
    'hi',
    'हम हर दिन दस से छह बजे तक खुले हैं और यदि आपके पौधों के बारे में कोई प्रश्न हैं तो आप हमें कभी भी फोन कर सकते हैं। बगीचा बड़ा है और उसमें बच्चों के लिए जगह है।',
  ],
  [
    'ko',
    '저희는 매일 열 시부터 여섯 시까지 문을 열며 식물에 대해 궁금한 점이 있으면 언제든지 전화하실 수 있습니다. 정원은 넓고 아이들과 개를 위한 공간이 있지만 쓰레기는 집으로 가져가 주세요. 감사합니다 여러분 모두 환영합니다 다시 오세요.',
  ],
  [
    'ja',
    '当店は毎日十時から六時まで営業しており、植物についてご質問があればいつでもお電話ください。庭は広く、子どもや犬のための場所もありますが、ごみはお持ち帰りください。',
  ],
  [
    'zh',
    '我们每天十点到六点开放，如果您对植物有任何问题，可以随时给我们打电话。花园很大，有供孩子和狗玩耍的地方，但请记得把垃圾带回家。',
  ],
  [
    'th',
    'เราเปิดทุกวันตั้งแต่สิบโมงถึงหกโมงเย็น และคุณสามารถโทรหาเราได้เสมอหากมีคำถามเกี่ยวกับต้นไม้ของคุณ สวนมีขนาดใหญ่และมีที่สำหรับเด็กและสุนัข แต่อย่าลืมนำขยะกลับบ้าน',
  ],
  [
    'sl',
    'Odprti smo vsak dan od desetih do šestih in vedno nas lahko pokličete, če imate vprašanja o rastlinah. Vrt je velik in v njem je prostor za otroke in pse, a ne pozabite odnesti smeti domov, saj to ni park.',
  ],
  [
    'hr',
    'Otvoreni smo svaki dan od deset do šest i uvijek nas možete nazvati ako imate pitanja o biljkama. Vrt je velik i u njemu ima mjesta za djecu i pse, ali ne zaboravite odnijeti smeće kući jer to nije park.',
  ],
  [
    'en',
    'We are open every day from ten to six, and you can always call us if you have questions about your plants. The garden is big and there is room for children and dogs, but remember to take your rubbish home.',
  ],
  [
    'de',
    'Wir haben jeden Tag von zehn bis sechs geöffnet, und Sie können uns immer anrufen, wenn Sie Fragen zu Ihren Pflanzen haben. Der Garten ist groß, und es gibt Platz für Kinder und Hunde, aber nehmen Sie den Müll mit.',
  ],
  [
    'lt',
    'Dirbame kiekvieną dieną nuo dešimtos iki šeštos ir jūs visada galite mums paskambinti, jei turite klausimų apie augalus. Sodas yra didelis ir jame yra vietos vaikams, bet tai nėra parkas.',
  ],
  [
    'sw',
    'Tunafungua kila siku kuanzia saa nne hadi saa kumi na mbili na unaweza kutupigia simu wakati wowote kama una maswali kuhusu mimea yako. Bustani ni kubwa na kuna nafasi ya watoto na mbwa.',
  ],
  [
    'bn',
    'আমরা প্রতিদিন দশটা থেকে ছয়টা পর্যন্ত খোলা এবং আপনার গাছ সম্পর্কে প্রশ্ন থাকলে আপনি সবসময় আমাদের ফোন করতে পারেন। বাগানটি বড় এবং শিশুদের জন্য জায়গা আছে।',
  ],
  [
    'ka',
    'ჩვენ ღია ვართ ყოველდღე ათი საათიდან ექვს საათამდე და ყოველთვის შეგიძლიათ დაგვირეკოთ თუ გაქვთ შეკითხვები მცენარეების შესახებ. ბაღი დიდია და არის ადგილი ბავშვებისთვის.',
  ],
]

/** Written mostly in Chinese characters. */
const address =
  '東京都千代田区丸の内一丁目所在株式会社庭園照明研究所代表取締役社長挨拶本年度事業計画概要及び財務諸表公開資料一覧を掲載'

const languageIn = (text: string) => languageOf(tokenize(text))

describe('the language of a text', () => {
  it.each(notices)('is %s', (language, text) => {
    expect(languageIn(text)).toBe(language)
  })

  it('is Japanese however few kana there are', () => {
    expect(languageIn(address)).toBe('ja')
  })

  it('is that of most of the text, not of the names in it', () => {
    expect(
      languageIn(
        '我们的 iPhone 和 Samsung Galaxy 手机壳每天都有新的颜色，您可以随时在线订购，也可以到店里来看看，我们很高兴见到您。',
      ),
    ).toBe('zh')
    expect(languageIn(`${notices[0]?.[1]} Copyright Google Analytics Cookie Policy`)).toBe(notices[0]?.[0])
  })

  it.each([
    ['nothing', ''],
    ['a few words', 'Wir haben geöffnet'],
    ['numbers', '12 34 56 78 '.repeat(50)],
    [
      'a list of names',
      'Home Shop Lamps Tables Chairs Sofas Contact About News Login Register Cart Checkout Wishlist Compare Search Terms Privacy Cookies Imprint Newsletter Facebook Instagram',
    ],
    ['noise', 'xq zv bbg kqj wwx '.repeat(20)],
  ])('is not guessed from %s', (_, text) => {
    expect(languageIn(text)).toBeNull()
  })
})

describe('languages', () => {
  it.each([
    ['da', 'nb', true],
    ['hr', 'sr', true],
    ['en', 'en', true],
    ['en', 'de', false],
    ['es', 'pt', false],
  ])('%s and %s are close: %s', (a, b, close) => {
    expect(areClose(a, b)).toBe(close)
  })

  it.each([
    ['en-GB', 'en'],
    [' PT_br ', 'pt'],
    ['', null],
    [null, null],
  ])('of the tag %j is %j', (tag, primary) => {
    expect(primaryOf(tag)).toBe(primary)
  })
})
