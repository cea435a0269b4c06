-- What can be applied for: one BIN in one currency, its limits and how many are left.
CREATE TABLE card_segment (
  id uuid PRIMARY KEY,
  -- Order in which customers see them.
  position integer NOT NULL UNIQUE,
  network text NOT NULL
    CHECK (network IN ('visa', 'mastercard', 'amex', 'unionpay', 'jcb', 'discover')),
  bin text NOT NULL UNIQUE CHECK (bin ~ '^[0-9]{6,8}$'),
  type text NOT NULL CHECK (type IN ('premium', 'business', 'standard')),
  currency text NOT NULL CHECK (currency IN ('USD', 'CNY', 'EUR')),
  per_transaction_limit_minor bigint NOT NULL CHECK (per_transaction_limit_minor > 0),
  daily_limit_minor bigint NOT NULL CHECK (daily_limit_minor >= per_transaction_limit_minor),
  monthly_limit_minor bigint NOT NULL CHECK (monthly_limit_minor >= daily_limit_minor),
  stock integer NOT NULL CHECK (stock >= 0),
  description_en text NOT NULL,
  description_zh_cn text NOT NULL,
  description_zh_tw text NOT NULL,
  active boolean NOT NULL DEFAULT true
);

GRANT SELECT, UPDATE (stock) ON card_segment TO tessera_app;

-- BINs of the sandbox network. A live programme replaces these rows with those of its issuer.
INSERT INTO card_segment (
  id, position, network, bin, type, currency,
  per_transaction_limit_minor, daily_limit_minor, monthly_limit_minor, stock,
  description_en, description_zh_cn, description_zh_tw
) VALUES
  ('01900000-0000-7000-8000-000000000001', 10, 'visa', '485998', 'business', 'USD',
   1000000, 2500000, 25000000, 500000,
   'Ads and marketplaces', '广告投放与电商平台', '廣告投放與電商平台'),
  ('01900000-0000-7000-8000-000000000002', 20, 'mastercard', '537120', 'standard', 'USD',
   200000, 500000, 3000000, 500000,
   'Software and subscriptions', '软件与订阅', '軟體與訂閱'),
  ('01900000-0000-7000-8000-000000000003', 30, 'amex', '379120', 'premium', 'USD',
   2500000, 5000000, 50000000, 200000,
   'Travel and hotels', '旅行与酒店', '旅行與飯店'),
  ('01900000-0000-7000-8000-000000000004', 40, 'unionpay', '625004', 'standard', 'CNY',
   2000000, 5000000, 30000000, 500000,
   'Shopping in Asia', '亚洲购物', '亞洲購物'),
  ('01900000-0000-7000-8000-000000000005', 50, 'jcb', '356841', 'standard', 'USD',
   300000, 800000, 5000000, 200000,
   'Merchants in Japan', '日本商户', '日本商家'),
  ('01900000-0000-7000-8000-000000000006', 60, 'visa', '448512', 'standard', 'EUR',
   200000, 500000, 3000000, 500000,
   'Everyday payments in Europe', '欧洲日常支付', '歐洲日常支付'),
  ('01900000-0000-7000-8000-000000000007', 70, 'mastercard', '559120', 'business', 'EUR',
   1000000, 2500000, 25000000, 500000,
   'Suppliers and cloud services', '供应商与云服务', '供應商與雲端服務'),
  ('01900000-0000-7000-8000-000000000008', 80, 'visa', '411898', 'premium', 'USD',
   2500000, 5000000, 50000000, 200000,
   'Large purchases worldwide', '全球大额消费', '全球大額消費'),
  ('01900000-0000-7000-8000-000000000009', 90, 'unionpay', '622568', 'business', 'CNY',
   8000000, 20000000, 200000000, 200000,
   'Procurement in mainland China', '中国大陆采购', '中國大陸採購'),
  ('01900000-0000-7000-8000-00000000000a', 100, 'mastercard', '522033', 'premium', 'EUR',
   2500000, 5000000, 50000000, 100000,
   'Business travel in Europe', '欧洲商务旅行', '歐洲商務旅行'),
  ('01900000-0000-7000-8000-00000000000b', 110, 'discover', '601120', 'standard', 'USD',
   200000, 500000, 3000000, 0,
   'Shopping in the United States', '美国购物', '美國購物');
