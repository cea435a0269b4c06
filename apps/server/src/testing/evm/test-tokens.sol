// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

// Tokens for tests on a local chain. Anybody may mint. Compiled to test-tokens.json by
// compile-tokens.ts next to this file.

contract PlainToken {
    string public name;
    string public symbol;
    uint8 public decimals;
    uint256 public totalSupply;
    mapping(address => uint256) public balanceOf;
    mapping(address => mapping(address => uint256)) public allowance;

    event Transfer(address indexed from, address indexed to, uint256 value);
    event Approval(address indexed owner, address indexed spender, uint256 value);

    constructor(string memory name_, string memory symbol_, uint8 decimals_) {
        name = name_;
        symbol = symbol_;
        decimals = decimals_;
    }

    function mint(address to, uint256 value) public {
        totalSupply += value;
        balanceOf[to] += value;
        emit Transfer(address(0), to, value);
    }

    function move(address from, address to, uint256 value) internal virtual {
        require(balanceOf[from] >= value, "balance");
        balanceOf[from] -= value;
        balanceOf[to] += value;
        emit Transfer(from, to, value);
    }

    function transfer(address to, uint256 value) external virtual returns (bool) {
        move(msg.sender, to, value);
        return true;
    }

    function approve(address spender, uint256 value) external returns (bool) {
        allowance[msg.sender][spender] = value;
        emit Approval(msg.sender, spender, value);
        return true;
    }

    function transferFrom(address from, address to, uint256 value) external returns (bool) {
        require(allowance[from][msg.sender] >= value, "allowance");
        allowance[from][msg.sender] -= value;
        move(from, to, value);
        return true;
    }

    // Mints to many addresses in one transaction.
    function scatter(address[] calldata to, uint256 value) external {
        for (uint256 i = 0; i < to.length; i++) {
            mint(to[i], value);
        }
    }
}

// Like the token of Tether on Ethereum: a transfer returns nothing.
contract SilentToken {
    uint8 public constant decimals = 6;
    mapping(address => uint256) public balanceOf;

    event Transfer(address indexed from, address indexed to, uint256 value);

    function mint(address to, uint256 value) external {
        balanceOf[to] += value;
        emit Transfer(address(0), to, value);
    }

    function transfer(address to, uint256 value) external {
        require(balanceOf[msg.sender] >= value, "balance");
        balanceOf[msg.sender] -= value;
        balanceOf[to] += value;
        emit Transfer(msg.sender, to, value);
    }
}

// Keeps one percent of every transfer, so less arrives than was sent.
contract TollToken is PlainToken {
    constructor() PlainToken("Toll", "TOLL", 6) {}

    function transfer(address to, uint256 value) external override returns (bool) {
        uint256 toll = value / 100;
        move(msg.sender, address(this), toll);
        move(msg.sender, to, value - toll);
        return true;
    }
}
