-- Rows that every new database begins with.

insert into fee_schedule (
  version, effective_from, card_opening_fee_minor, card_opening_fee_currency,
  card_opening_fee_cny_minor, card_opening_fee_eur_minor,
  card_deposit_basis_points, withdrawal_basis_points
) values (1, '2020-01-01T00:00:00Z', 150, 'USD', 1070, 130, 350, 100);

-- Card products of the sandbox, whose BINs belong to real banks. A live start removes them.
insert into card_segment (
  origin, revision, changed_by, changed_at,
  id, position, network, bin, type, currency,
  per_transaction_limit_minor, daily_limit_minor, monthly_limit_minor, stock,
  description_en, description_zh_cn, description_zh_tw
)
select 'sandbox', 1, 'Tessera', '2020-01-01T00:00:00Z', product.* from (values
  ('01900000-0000-7000-8000-000000000001'::uuid, 10, 'visa', '485998', 'business', 'USD',
   1000000, 2500000, 25000000, 500000,
   'Ads and marketplaces', '广告投放与电商平台', '廣告投放與電商平台'),
  ('01900000-0000-7000-8000-000000000002'::uuid, 20, 'mastercard', '537120', 'standard', 'USD',
   200000, 500000, 3000000, 500000,
   'Software and subscriptions', '软件与订阅', '軟體與訂閱'),
  ('01900000-0000-7000-8000-000000000003'::uuid, 30, 'amex', '379120', 'premium', 'USD',
   2500000, 5000000, 50000000, 200000,
   'Travel and hotels', '旅行与酒店', '旅行與飯店'),
  ('01900000-0000-7000-8000-000000000004'::uuid, 40, 'unionpay', '625004', 'standard', 'CNY',
   2000000, 5000000, 30000000, 500000,
   'Shopping in Asia', '亚洲购物', '亞洲購物'),
  ('01900000-0000-7000-8000-000000000005'::uuid, 50, 'jcb', '356841', 'standard', 'USD',
   300000, 800000, 5000000, 200000,
   'Merchants in Japan', '日本商户', '日本商家'),
  ('01900000-0000-7000-8000-000000000006'::uuid, 60, 'visa', '448512', 'standard', 'EUR',
   200000, 500000, 3000000, 500000,
   'Everyday payments in Europe', '欧洲日常支付', '歐洲日常支付'),
  ('01900000-0000-7000-8000-000000000007'::uuid, 70, 'mastercard', '559120', 'business', 'EUR',
   1000000, 2500000, 25000000, 500000,
   'Suppliers and cloud services', '供应商与云服务', '供應商與雲端服務'),
  ('01900000-0000-7000-8000-000000000008'::uuid, 80, 'visa', '411898', 'premium', 'USD',
   2500000, 5000000, 50000000, 200000,
   'Large purchases worldwide', '全球大额消费', '全球大額消費'),
  ('01900000-0000-7000-8000-000000000009'::uuid, 90, 'unionpay', '622568', 'business', 'CNY',
   8000000, 20000000, 200000000, 200000,
   'Procurement in mainland China', '中国大陆采购', '中國大陸採購'),
  ('01900000-0000-7000-8000-00000000000a'::uuid, 100, 'mastercard', '522033', 'premium', 'EUR',
   2500000, 5000000, 50000000, 100000,
   'Business travel in Europe', '欧洲商务旅行', '歐洲商務旅行'),
  ('01900000-0000-7000-8000-00000000000b'::uuid, 110, 'discover', '601120', 'standard', 'USD',
   200000, 500000, 3000000, 0,
   'Shopping in the United States', '美国购物', '美國購物')
) as product;

insert into programme_setting (
  version, withdrawal_review_above_minor, withdrawal_two_above_minor,
  withdrawal_day_limit_without_factor_minor, withdrawal_day_limit_minor,
  application_review_above_minor, correction_max_amount_minor, changed_by, changed_at
) values (1, 100000, 1000000, 20000, 2000000, 10000, 1000000, 'Tessera', '2020-01-01T00:00:00Z');

insert into programme_rule (id, kind, created_by, created_at)
select id::uuid, kind, 'Tessera', '2020-01-01T00:00:00Z' from (values
  ('00000000-0000-7000-8000-000000000001', 'payments'),
  ('00000000-0000-7000-8000-000000000002', 'payments'),
  ('00000000-0000-7000-8000-000000000003', 'payments'),
  ('00000000-0000-7000-8000-000000000004', 'payments'),
  ('00000000-0000-7000-8000-000000000005', 'payments'),
  ('00000000-0000-7000-8000-000000000006', 'payments'),
  ('00000000-0000-7000-8000-000000000007', 'new_cards')
) as rule (id, kind);

insert into programme_rule_version (rule_id, version, revision, name_en, name_zh_cn, name_zh_tw,
  mode, terms, reason, changed_by, changed_at)
select ('00000000-0000-7000-8000-00000000000' || revision)::uuid, 1, revision, name_en, name_zh_cn,
  name_zh_tw, mode, terms::jsonb, 'Default', 'Tessera', '2020-01-01T00:00:00Z'
from (values
  (1, 'Sanctioned countries', '受制裁国家', '受制裁國家', 'active',
    '{"kind": "payments", "when": {"countries": {"match": "any_of",
      "values": ["CU", "IR", "KP", "SY"]}}, "addresses": true, "counts": "per_card"}'),
  (2, 'Cash', '现金', '現金', 'active',
    '{"kind": "payments", "when": {"mccs": {"match": "any_of", "values": ["6010", "6011"]}},
      "addresses": false, "counts": "per_card"}'),
  (3, 'Quasi-cash', '类现金', '類現金', 'active',
    '{"kind": "payments", "when": {"mccs": {"match": "any_of", "values": ["4829", "6050", "6051",
      "6529", "6530", "6534", "6535", "6536", "6537", "6538", "6540"]}},
      "addresses": false, "counts": "per_card"}'),
  (4, 'Gambling', '博彩', '博弈', 'off',
    '{"kind": "payments", "when": {"mccs": {"match": "any_of", "values": ["7800", "7801", "7802",
      "7995", "9406"]}}, "addresses": false, "counts": "per_card"}'),
  (5, 'Payments of a customer in 24 hours', '客户 24 小时内的付款次数', '客戶 24 小時內的付款次數',
    'off', '{"kind": "payments", "when": {"payments": {"over": 500, "window": "rolling_24h"}},
      "addresses": false, "counts": "together"}'),
  (6, 'Spending of a customer in 24 hours, USD', '客户 24 小时内的美元支出',
    '客戶 24 小時內的美元支出', 'off',
    '{"kind": "payments", "when": {"spending": {"over": "50000.00", "window": "rolling_24h"}},
      "addresses": false, "counts": "together", "currency": "USD"}'),
  (7, 'New cards of a customer in a day', '客户每日新卡数量', '客戶每日新卡數量', 'active',
    '{"kind": "new_cards", "newCardsPerDay": 50}')
) as rule (revision, name_en, name_zh_cn, name_zh_tw, mode, terms);
