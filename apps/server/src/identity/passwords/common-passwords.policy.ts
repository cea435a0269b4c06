/**
 * The words found in most guessed passwords. Common passwords of 12 or more characters consist
 * almost entirely of these words, repeated or combined with digits and symbols.
 */
const WORDS = `
password passwort passwords pass passw0rd motdepasse contrasena senha parola wachtwoord admin
administrator root toor user username login logon guest test tester testing demo sample default
changeme change letmein welcome welcomeback hello helloworld access secret topsecret master
superman batman spiderman ironman starwars pokemon naruto dragon dragonball monkey football
baseball basketball soccer hockey tennis golfer liverpool arsenal chelsea barcelona realmadrid
juventus manchester yankees lakers cowboys steelers eagles iloveyou iloveu ilovegod loveyou
lovely loveme love lover babygirl princess prettygirl sunshine shadow flower butterfly rainbow
michael jennifer jessica ashley daniel andrew joshua matthew nicole thomas robert charlie jordan
hunter killer trustno trustnoone freedom whatever nothing computer internet samsung iphone apple
google facebook youtube twitter instagram linkedin microsoft windows android linux ubuntu oracle
qwerty qwertz azerty qwertyuiop qwertyui asdf asdfgh asdfghjk asdfghjkl zxcvbn zxcvbnm qazwsx
qazwsxedc wasd abcd abcde abcdef abcdefg abcdefgh mustang ferrari mercedes porsche corvette
harley yamaha honda toyota bmwm cheese cookie chocolate banana orange pepper ginger summer winter
spring autumn january february march april june july august september october november december
monday tuesday wednesday thursday friday saturday sunday london paris berlin newyork america
canada australia germany england france china beijing shanghai taiwan hongkong money dollar
million billion bitcoin crypto cryptocurrency ethereum wallet credit creditcard card cards
virtualcard tessera payment payments bank banking account secure security secured private public
yourpassword mypassword thepassword
newpassword oldpassword nopassword password1 password12 password123 qwerty123 admin123 abc123
welcome1 letmein1 iloveyou1 woaini woaiwojia woaini1314 aini mima woshishui zhongguo nihao
tianshi wangyi taobao alibaba tencent zhang wang huang family friends forever together jesus
jesuschrist christ heaven angel angels blessed god godisgood amen school student teacher
university college company business office manager director service support system server
database network example temporary temp qwer asdfasdf zaqwsx zaqxsw bailey buster maggie
pussycat kitten puppy doggy tigger tiger lion panther wolf eagle falcon phoenix thunder
lightning storm fire water earth ocean diamond silver golden gold platinum purple yellow green
black white blue pink red star stars moon galaxy matrix gandalf hobbit frodo harrypotter
hogwarts zelda mario minecraft fortnite roblox playstation nintendo xbox counterstrike
`;

/** Words that add no strength to a password. */
export const COMMON_BASES: ReadonlySet<string> = new Set(
  WORDS.trim()
    .split(/\s+/)
    .filter((word) => word.length >= 4),
);
